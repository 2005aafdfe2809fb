
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('federation', '0009_ministry'),
        ('qualifications', '0013_decrees_and_documents'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='AwardPolicy',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('choice', models.CharField(choices=[('stands', 'stands'), ('annulled', 'is annulled by a decree')], max_length=10, verbose_name='the award')),
                ('in_force_from', models.DateField(verbose_name='holds from')),
                ('document', models.CharField(max_length=200, verbose_name='document')),
                ('decided_at', models.DateTimeField(verbose_name='recorded at')),
            ],
            options={
                'verbose_name': 'policy on awards',
                'verbose_name_plural': 'policies on awards',
                'ordering': ['in_force_from', 'pk'],
            },
        ),
        migrations.RemoveConstraint(
            model_name='changedbasis',
            name='changed_basis_answered',
        ),
        migrations.AddField(
            model_name='changedbasis',
            name='choice',
            field=models.CharField(blank=True, choices=[('stands', 'stands'), ('annulled', 'is annulled by a decree')], max_length=10, verbose_name='the award'),
        ),
        migrations.AddField(
            model_name='awardpolicy',
            name='commission',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='award_policies', to='federation.commission', verbose_name='body'),
        ),
        migrations.AddField(
            model_name='awardpolicy',
            name='decided_by',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='changedbasis',
            name='policy',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='qualifications.awardpolicy'),
        ),
        migrations.AddConstraint(
            model_name='changedbasis',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('answer', ''), ('answered_at', None), ('answered_by', None), ('choice', ''), ('policy', None)), models.Q(('answered_at__isnull', False), ('answered_by__isnull', False), models.Q(('answer', ''), _negated=True), models.Q(('choice', ''), _negated=True)), _connector='OR'), name='changed_basis_answered'),
        ),
        migrations.AddConstraint(
            model_name='awardpolicy',
            constraint=models.CheckConstraint(condition=models.Q(('document', ''), _negated=True), name='award_policy_has_document'),
        ),
        migrations.AlterField(
            model_name='deadline',
            name='kind',
            field=models.CharField(choices=[('rank_ends', 'rank ends'), ('point_ends', 'candidate point ends'), ('exemption_ends', 'exemption ends'), ('one_failure_left', 'one failure from a lower rank'), ('rank_ended', 'rank ended'), ('moved_down', 'moved to a lower rank'), ('point_ended', 'candidate point ended'), ('kept_for_life', 'rank kept for life')], max_length=20, verbose_name='what'),
        ),
        migrations.AlterField(
            model_name='notice',
            name='kind',
            field=models.CharField(choices=[('rank_ends', 'rank ends'), ('point_ends', 'candidate point ends'), ('exemption_ends', 'exemption ends'), ('one_failure_left', 'one failure from a lower rank'), ('rank_ended', 'rank ended'), ('moved_down', 'moved to a lower rank'), ('point_ended', 'candidate point ended'), ('kept_for_life', 'rank kept for life')], max_length=20, verbose_name='what'),
        ),
    ]
